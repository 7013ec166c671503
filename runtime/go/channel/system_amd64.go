package channel

const sysMemfdCreate = 319
