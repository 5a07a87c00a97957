# Rules as the kernel takes them: one C struct, made once for each `Rules` and kept in its __dict__.
@cython.final
cdef class CompiledRules:
    """The C struct of a `Rules`, kept by it; for the modules of this package."""

    def __cinit__(self, rules):
        cdef skfast_rules* c = &self.c
        memset(c, 0, sizeof(skfast_rules))
        c.wild_jokers = CHOICES["wild_jokers"].index(rules.wild_jokers)
        c.mixed_joker_pair = CHOICES["mixed_joker_pair"].index(rules.mixed_joker_pair)
        c.chain_sizes = CHOICES["chain_sizes"].index(rules.chain_sizes)
        c.chain_min_groups = rules.chain_min_groups
        c.chain_max_groups = rules.chain_max_groups
        c.chain_star = CHOICES["chain_star"].index(rules.chain_star)
        c.max_bomb_size = rules.max_bomb_size
        c.three_jokers = rules.three_jokers
        c.four_jokers = CHOICES["four_jokers"].index(rules.four_jokers)
        c.bomb_order = CHOICES["bomb_order"].index(rules.bomb_order)
        c.lead = CHOICES["lead"].index(rules.lead)
        c.seat_swap = rules.seat_swap
        c.partner_visible = rules.partner_visible
        c.multiplier_rule = CHOICES["multiplier_rule"].index(rules.multiplier_rule)
        c.has_four_joker_factor = rules.four_joker_factor is not None
        c.four_joker_factor = rules.four_joker_factor or 0
        for win in range(3):
            for place in range(4):
                c.base[win][place] = rules.base[win][place]
        for stars in range(32):
            c.multiplier[stars] = star_value(rules.multiplier, stars, 1)
            c.contribution[stars] = star_value(rules.contribution, stars, 0)

    def __reduce__(self):
        raise TypeError("CompiledRules cannot be pickled; pickle the Rules")


cdef object _baibian = BAIBIAN
cdef CompiledRules _baibian_compiled = CompiledRules(BAIBIAN)


cdef CompiledRules compiled(object rules):
    if rules is _baibian:
        return _baibian_compiled
    return _compiled_other(rules)


cdef CompiledRules _compiled_other(object rules):
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a Rules (as Rules.named(...) gives), not {rules!r}")
    found = rules.__dict__.get("_compiled")
    if found is None:
        found = CompiledRules(rules)
        object.__setattr__(rules, "_compiled", found)
    return found
