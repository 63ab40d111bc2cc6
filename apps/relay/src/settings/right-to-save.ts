import { saveSettings, settingsGroups } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import type { RequireRole } from '../accounts/sessions/call-guard.ts'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RequireFreshPassword } from '../accounts/sessions/step-up.ts'
import type { Values } from './posted-values.ts'
import type { SettingsService } from './settings-service.ts'

export interface RightToSaveParts {
  readonly settings: SettingsService
  readonly requireRole: RequireRole
  readonly requireFreshPassword: RequireFreshPassword
}

/** As for saving, and what is wrong with the values is for the test to say. Throws ApiError('forbidden' | 'password_needed'). */
export async function requireRightToTry(
  parts: RightToSaveParts,
  group: string,
  values: Values,
  session: AdminSession,
): Promise<void> {
  try {
    await requireRightToSave(parts, group, values, session)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_fields')) throw error
  }
}

/** Some keys are for owners, who confirm their password. Throws ApiError('forbidden' | 'password_needed' | 'invalid_fields'). */
export async function requireRightToSave(
  { settings, requireRole, requireFreshPassword }: RightToSaveParts,
  group: string,
  values: Values,
  session: AdminSession,
): Promise<void> {
  const fields = settingsGroups.find(({ name }) => name === group)?.fields
  const ofOwners = settings.changedKeys(group, values).filter(key => fields?.[key]?.role === 'owner')
  if (ofOwners.length === 0) return
  await requireRole({ ...saveSettings, path: `/api/settings/${group}` }, session, 'owner')
  requireFreshPassword(session)
}
