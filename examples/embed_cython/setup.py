"""Build moves.pyx: python setup.py build_ext --inplace"""

from Cython.Build import cythonize
from setuptools import Extension, setup

import skfast

setup(
    name="skfast-cython-example",
    ext_modules=cythonize([Extension("moves", ["moves.pyx"], include_dirs=[skfast.get_include()])]),
)
