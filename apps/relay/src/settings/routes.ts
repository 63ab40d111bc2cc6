import { messages } from '@hornets/contract'
import { getRelaySettings, saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { getSettings, saveSettings } from '@hornets/contract/admin/settings'
import { getEnvironment } from '@hornets/contract/admin/settings/environment'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { forOtherConsoles } from './other-consoles.ts'
import type { RelaySettingsService } from './relay-settings-service.ts'
import { type RightToSaveParts, requireRightToSave } from './right-to-save.ts'

const saved = 'Settings saved'

export interface SettingsRoutesParts extends RightToSaveParts {
  readonly relaySettings: RelaySettingsService
  /** Throws ApiError('invalid_fields') where zaps cannot be counted. */
  readonly assertZapsCountable: () => Promise<void>
}

export function settingsRoutes(serve: Serve<AdminSession>, parts: SettingsRoutesParts): void {
  const { settings, relaySettings } = parts
  serve(getSettings, ({ params }) => ({ [params.group]: settings.show(params.group) }))

  serve(getEnvironment, () => ({ fixed: settings.fixed() }))

  serve(saveSettings, async ({ params, body, session }) => {
    // Reports an unknown group first, since then no field can be right.
    settings.show(params.group)
    const { [params.group]: values, ...others } = body
    if (!values || Object.keys(others).length > 0) throw new ApiError('invalid_fields', messages.badRequest)
    await requireRightToSave(parts, params.group, values, session)
    return { message: saved, ...(await settings.save(params.group, values, session.actor)) }
  })

  serve(getRelaySettings, () => ({
    relay_settings: forOtherConsoles(relaySettings.current()),
    fixed: relaySettings.fixed(),
  }))

  serve(saveRelaySettings, async ({ body, session }) => {
    const isNewlyCounting = body.relay_settings.countZaps && !relaySettings.current().countZaps
    if (isNewlyCounting) await parts.assertZapsCountable()
    await relaySettings.save(body.relay_settings, session.actor)
    return { message: saved }
  })
}
