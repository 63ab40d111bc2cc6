import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Message, messages } from '@hornets/contract'
import { demoTokenPrefix } from '@hornets/contract/demo-token'
import { ApiError } from '@hornets/server/api-error'
import { securityHeaders } from '../listeners/security-headers.ts'

export interface DemoServer {
  readonly serve: RequestListener | undefined
}

const scheme = /^\s*bearer\s+/i

/** Before any app sees them, so that no route can forget to. Each node knows only its own tokens. */
export function partCalls(serveReal: RequestListener, demo: DemoServer): RequestListener {
  return (request, response) => {
    if (!takeDemoToken(request)) return serveReal(request, response)
    if (!demo.serve) return refuse(response, 'unauthorized', messages.demoOver)
    return demo.serve(request, response)
  }
}

const linkKey = `&key=${demoTokenPrefix}`
const archiveKey = `?key=${demoTokenPrefix}`

const linkedPaths = ['/api/files/', '/api/pictures/']

/** True for a demo call; its token, or the key of its link, is then replaced by the demo node's own. */
function takeDemoToken(request: IncomingMessage): boolean {
  const url = request.url ?? ''
  const isLink = linkedPaths.some(path => url.startsWith(path))
  const mark = [linkKey, archiveKey].find(key => isLink && url.includes(key))
  if (mark !== undefined) {
    request.url = url.replace(mark, mark.slice(0, -demoTokenPrefix.length))
    return true
  }
  const given = request.headers.authorization ?? ''
  const token = given.replace(scheme, '')
  if (token === given || !token.startsWith(demoTokenPrefix)) return false
  request.headers.authorization = `Bearer ${token.slice(demoTokenPrefix.length)}`
  return true
}

export function refuse(response: ServerResponse, code: 'unauthorized' | 'unavailable', message: Message): void {
  const error = new ApiError(code, message)
  response.writeHead(error.status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  })
  response.end(JSON.stringify(error.body()))
}
