/** SQLSTATE classes: connections, resources, intervention by the operator (shut down, starting). */
const away = /^(08|53|57P)/

/** Whether PostgreSQL's code says that the server, not the statement, is at fault. */
export const isAwayCode = (sqlState: string): boolean => away.test(sqlState)
