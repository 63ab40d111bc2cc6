import { messages } from '@hornets/contract'
import { getRelaySettings, saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { getSettings, saveSettings, settingsGroups } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import type { RequireRole } from '../accounts/sessions/call-guard.ts'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RequireFreshPassword } from '../accounts/sessions/step-up.ts'
import type { RelaySettingsService } from './relay-settings-service.ts'
import type { SettingsService } from './settings-service.ts'

const saved = 'Settings saved'

export interface SettingsRoutesParts {
  readonly settings: SettingsService
  readonly relaySettings: RelaySettingsService
  /** Throws ApiError('invalid_fields') where zaps cannot be counted. */
  readonly assertZapsCountable: () => Promise<void>
  readonly requireRole: RequireRole
  readonly requireFreshPassword: RequireFreshPassword
}

export function settingsRoutes(serve: Serve<AdminSession>, parts: SettingsRoutesParts): void {
  const { settings, relaySettings, requireRole, requireFreshPassword } = parts
  serve(getSettings, ({ params }) => ({ [params.group]: settings.show(params.group) }))

  serve(saveSettings, async ({ params, body, session }) => {
    // Reports an unknown group first, since then no field can be right.
    settings.show(params.group)
    const { [params.group]: values, ...others } = body
    if (!values || Object.keys(others).length > 0) throw new ApiError('invalid_fields', messages.badRequest)
    const changed = settings.changedKeys(params.group, values)
    const fields = settingsGroups.find(({ name }) => name === params.group)?.fields
    const ofOwners = changed.filter(key => fields?.[key]?.role === 'owner')
    const call = { ...saveSettings, path: `/api/settings/${params.group}` }
    if (ofOwners.length > 0) {
      await requireRole(call, session, 'owner')
      requireFreshPassword(session)
    }
    return { message: saved, ...(await settings.save(params.group, values, session.actor)) }
  })

  serve(getRelaySettings, () => ({ relay_settings: relaySettings.current(), fixed: relaySettings.fixed() }))

  serve(saveRelaySettings, async ({ body, session }) => {
    const isNewlyCounting = body.relay_settings.countZaps && !relaySettings.current().countZaps
    if (isNewlyCounting) await parts.assertZapsCountable()
    await relaySettings.save(body.relay_settings, session.actor)
    return { message: saved }
  })
}
