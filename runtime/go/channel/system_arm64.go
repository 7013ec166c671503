package channel

const sysMemfdCreate = 279
