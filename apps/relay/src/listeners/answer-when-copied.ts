import type { FastifyInstance } from 'fastify'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
const firstError = 400

/** What a call has changed in `relay.db` is where a standby finds it before the call is answered. */
export function answerWhenCopied(app: FastifyInstance, copied: () => Promise<void>): void {
  app.addHook('onSend', async ({ method }, reply, payload) => {
    if (!reading.has(method) && reply.statusCode < firstError) await copied()
    return payload
  })
}
