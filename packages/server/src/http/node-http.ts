/** An import by name of `node:http` reads all it exports and loads a WebSocket client: 20 ms of each start. */
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

export const { createServer, STATUS_CODES } = http

export const requestBy = (protocol: string): typeof http.request =>
  protocol === 'https:' ? https.request : http.request
