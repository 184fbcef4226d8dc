module timeline

go 1.26
