import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Message, messages } from '@hornets/contract'
import { demoTokenPrefix } from '@hornets/contract/demo-token'
import { ApiError } from '@hornets/server/api-error'
import { securityHeaders } from '../admin/security-headers.ts'

/** What answers calls that carry a token of the demo. */
export interface DemoServer {
  /** Undefined while there is no demo to answer. */
  readonly serve: RequestListener | undefined
}

const scheme = /^\s*bearer\s+/i

/**
 * Parts the calls before any app sees them, so that no route can forget to: whatever carries a token of the demo goes to
 * the demo or is refused, everything else to the real node. Behind this line the prefix is off, and each node knows its
 * own tokens only.
 */
export function partCalls(serveReal: RequestListener, demo: DemoServer): RequestListener {
  return (request, response) => {
    if (!takeDemoToken(request)) return serveReal(request, response)
    if (!demo.serve) return refuse(response, 'unauthorized', messages.demoOver)
    return demo.serve(request, response)
  }
}

/** True for a call of the demo; its token then stands there as the demo's node made it. */
function takeDemoToken(request: IncomingMessage): boolean {
  const given = request.headers.authorization ?? ''
  const token = given.replace(scheme, '')
  if (token === given || !token.startsWith(demoTokenPrefix)) return false
  request.headers.authorization = `Bearer ${token.slice(demoTokenPrefix.length)}`
  return true
}

/** Before there is an app to say so. */
export function refuse(response: ServerResponse, code: 'unauthorized' | 'unavailable', message: Message): void {
  const error = new ApiError(code, message)
  response.writeHead(error.status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  })
  response.end(JSON.stringify(error.body()))
}
