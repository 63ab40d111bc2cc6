import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { AnyInbox } from './inbox.ts'

export function inboxRoutes(serve: Serve<AdminSession>, inbox: AnyInbox): void {
  const { calls } = inbox
  serve(calls.list, async ({ query, reply }) => {
    return (await inbox.notifications(query)) ?? reply.code(204).send()
  })

  serve(calls.read, async ({ body }) => {
    await inbox.read(body.id)
    return { success: true as const, message: 'Notification marked as read' }
  })

  serve(calls.readAll, async ({ body }) => {
    await inbox.readAll(body.pubkey)
    return { success: true as const, message: calls.allRead }
  })
}
