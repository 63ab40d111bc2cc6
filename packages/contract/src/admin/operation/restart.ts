import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

const call = { path: '/api/restart', tag: 'Operation', access: 'session', role: 'owner' } as const

export const getRestart = defineEndpoint({
  ...call,
  method: 'GET',
  summary: 'Whether something starts the relay again after it has ended',
  answers: { 200: z.object({ isOffered: z.boolean() }) },
  errors: [],
})

export const restartRelay = defineEndpoint({
  ...call,
  method: 'POST',
  summary: 'End the relay, for its supervisor to start it again; clients are disconnected for some seconds',
  audit: 'relay.restart',
  answers: { 200: z.object({ success: z.literal(true) }) },
  errors: ['conflict'],
})
