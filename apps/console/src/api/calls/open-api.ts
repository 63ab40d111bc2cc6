import { sendAndRecognise } from '../server/recognise.ts'
import { type Client, createClient } from './client.ts'
import type { send } from './transport.ts'

/** A client for calls that need no session: what signs in, and what has to work when a session ends. */
export const openClient = (sendBy: typeof send): Client =>
  createClient({ token: () => undefined, send: sendBy, onUnauthorized: () => {}, onNoToken: () => {} })

export const openApi = openClient(sendAndRecognise)
