import {
  getAccount,
  getMailPreferences,
  nostrProfile,
  saveMailPreferences,
  saveProfile,
} from '@hornets/contract/admin/accounts/account'
import type { Serve } from '@hornets/server/http/serve'
import type { EventStore } from '../../events/event-store.ts'
import type { AdminSession } from '../sessions/sessions.ts'
import { readNostrProfile } from './nostr-profile.ts'
import type { ProfileService } from './profile-service.ts'

export interface ProfileRoutesParts {
  readonly profile: ProfileService
  readonly events: EventStore
}

export function profileRoutes(serve: Serve<AdminSession>, { profile, events }: ProfileRoutesParts): void {
  serve(getAccount, async ({ session }) => ({ user: await profile.read(session) }))

  serve(saveProfile, async ({ session, body }) => ({ user: await profile.save(session, body) }))

  serve(nostrProfile, ({ session }) => readNostrProfile(events, session.account.pubkey))

  serve(getMailPreferences, ({ session }) => profile.readPreferences(session))

  serve(saveMailPreferences, ({ session, body }) => profile.savePreferences(session, body))
}
