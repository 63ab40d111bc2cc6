import * as z from 'zod/mini'
import { defineEndpoint, type Endpoint } from '../../endpoint.ts'
import type { LiveTopic } from '../../live-topics.ts'
import type { Role } from '../../roles.ts'
import { type NotificationPage, notificationDone, notificationId, pageQuery, pagination } from './notification-page.ts'

interface NotificationQuery {
  readonly filter: 'all' | 'unread' | 'user'
  readonly pubkey?: string | undefined
}

interface ListCall<Row> extends Endpoint {
  readonly query: z.ZodMiniObject &
    z.ZodMiniType<
      NotificationQuery & { readonly page: number; readonly limit: number },
      Partial<NotificationQuery> & { readonly page?: unknown; readonly limit?: unknown }
    >
  readonly answers: { readonly 200: z.ZodMiniType<NotificationPage<Row>>; readonly 204: null }
}

interface ReadCall<Body> extends Endpoint {
  readonly body: z.ZodMiniType<Body, Body>
  readonly answers: { readonly 200: typeof notificationDone }
}

export interface NotificationCalls<Row> {
  /** What the live stream reports when the list has changed. */
  readonly topic: LiveTopic
  readonly list: ListCall<Row>
  readonly read: ReadCall<{ readonly id: number }>
  readonly readAll: ReadCall<{ readonly pubkey?: string | undefined }>
  readonly allRead: string
}

interface Topic<Row extends z.ZodMiniType> extends Pick<NotificationCalls<unknown>, 'topic' | 'allRead'> {
  readonly tag: string
  /** The calls are below it: `/api/health`. */
  readonly path: string
  readonly role: Role
  readonly row: Row
  readonly summary: string
}

export function notificationCalls<Row extends z.ZodMiniType>({ tag, path, topic, role, row, ...texts }: Topic<Row>) {
  const session = { tag, access: 'session', role, errors: [] } as const
  const change = { ...session, method: 'POST', demo: 'plays', audit: null } as const
  return {
    topic,
    allRead: texts.allRead,
    list: defineEndpoint({
      ...session,
      method: 'GET',
      path: `${path}/notifications`,
      summary: texts.summary,
      staleOn: [topic],
      query: z.object({ ...pageQuery, filter: z._default(z.enum(['all', 'unread']), 'all') }),
      answers: { 200: z.object({ notifications: z.array(row), pagination }), 204: null },
    }),
    read: defineEndpoint({
      ...change,
      path: `${path}/notifications/read`,
      summary: 'Mark one as read',
      body: z.object({ id: notificationId }),
      answers: { 200: notificationDone },
      errors: ['not_found'],
    }),
    readAll: defineEndpoint({
      ...change,
      path: `${path}/notifications/read-all`,
      summary: 'Mark all as read',
      body: z.strictObject({}),
      answers: { 200: notificationDone },
    }),
  }
}
