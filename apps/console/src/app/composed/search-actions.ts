import { blockPubkey } from '@hornets/contract/admin/access'
import { inviteAdmin } from '@hornets/contract/admin/accounts/admins'
import { addAlertRule } from '@hornets/contract/admin/operation/alerts'
import { setMaintenance } from '@hornets/contract/admin/operation/maintenance'
import { beginRotation } from '@hornets/contract/admin/operation/secrets'
import { saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { startBackup } from '@hornets/contract/admin/settings/backup'
import { exportSettings } from '@hornets/contract/admin/settings/history'
import type { Endpoint } from '@hornets/contract/endpoint'
import {
  Ban,
  BellRing,
  Coins,
  Construction,
  DatabaseBackup,
  FileDown,
  KeyRound,
  LogOut,
  type LucideIcon,
  Moon,
  Sun,
  UserPlus,
} from 'lucide-react'
import { api } from '../../api/calls/api.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { offersCall } from '../../api/server/server.ts'
import { readSession } from '../../api/session/session.ts'
import { mayCallAs } from '../../api/session/use-may.ts'
import type { SearchedAction } from '../../features/search/searched-actions.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { t } from '../../i18n/texts.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { chooseTheme, currentTheme } from '../../ui/theme/theme.ts'

interface Action {
  readonly name:
    | 'block'
    | 'invite'
    | 'backup'
    | 'maintenance'
    | 'alert'
    | 'export'
    | 'tiers'
    | 'secrets'
    | 'dark'
    | 'light'
    | 'logout'
  readonly icon: LucideIcon
  readonly target: SearchedAction['target']
  /** The call that it leads to: who cannot make it is not offered the action. */
  readonly call?: Pick<Endpoint, 'method' | 'path' | 'role'>
}

async function backUp(): Promise<void> {
  try {
    await api.call(startBackup)
    toast.success(t('search.action.backupBegun'))
  } catch (error) {
    toast.error(failureText(error))
  }
}

/** What the search offers to do, in the language and for the role of this moment. */
export async function searchActions(): Promise<readonly SearchedAction[]> {
  await loadTexts('later')
  const role = readSession()?.user.role
  const isDark = currentTheme() === 'dark'
  const all: readonly Action[] = [
    { name: 'block', icon: Ban, target: { to: '/blocked-pubkeys', hash: 'block' }, call: blockPubkey },
    { name: 'invite', icon: UserPlus, target: { to: '/profile/security-settings', hash: 'invite' }, call: inviteAdmin },
    { name: 'backup', icon: DatabaseBackup, target: { run: () => void backUp() }, call: startBackup },
    { name: 'maintenance', icon: Construction, target: { to: '/health', hash: 'maintenance' }, call: setMaintenance },
    { name: 'alert', icon: BellRing, target: { to: '/alerts', hash: 'add' }, call: addAlertRule },
    { name: 'secrets', icon: KeyRound, target: { to: '/secrets' }, call: beginRotation },
    { name: 'export', icon: FileDown, target: { to: '/settings-history' }, call: exportSettings },
    { name: 'tiers', icon: Coins, target: { to: '/relay-settings' }, call: saveRelaySettings },
    isDark
      ? { name: 'light', icon: Sun, target: { run: () => chooseTheme('light') } }
      : { name: 'dark', icon: Moon, target: { run: () => chooseTheme('dark') } },
    { name: 'logout', icon: LogOut, target: { to: '/logout' } },
  ]
  return all
    .filter(({ call }) => !call || (role !== undefined && mayCallAs(role, call) && offersCall(call)))
    .map(({ name, icon, target }) => ({
      name,
      icon,
      target,
      title: t(`search.action.${name}.title`),
      words: t(`search.action.${name}.words`),
    }))
}
