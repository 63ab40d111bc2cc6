/**
 * What the servers use of `node:http` and `node:https`. An import of either by name reads every name that it exports,
 * and one of `node:http` loads a WebSocket client that nobody here uses: 20 ms of each start.
 */
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

export const { createServer, STATUS_CODES } = http

/** The function that makes requests of this protocol, `http:` or `https:`. */
export const requestBy = (protocol: string): typeof http.request =>
  protocol === 'https:' ? https.request : http.request
