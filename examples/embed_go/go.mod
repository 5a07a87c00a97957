module example.com/embed_go

go 1.19
