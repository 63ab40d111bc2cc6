import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { readSession } from '../../api/session/session.ts'
import { npubOf } from '../../api/signers/pubkey.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Badge } from '../../ui/states/badge.tsx'
import { initialsOf, nameOf } from '../../ui/text/account-name.ts'
import { formatPercent } from '../../ui/text/format.ts'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import { fullnessOf } from './fullness.ts'
import { profileQueries } from './profile-queries.ts'

export function ProfileHead() {
  const { t } = useTexts()
  const { data } = useQuery(profileQueries.user)
  const user = data ?? readSession()?.user
  if (!user) return null
  const npub = user.npub && npubOf(user.npub)
  const fullness = data && fullnessOf(data)
  return (
    <section aria-label={t('profile.who')} className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex min-w-0 items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-12 flex-none place-items-center rounded-full bg-accent font-semibold text-accent-ink text-body"
        >
          {initialsOf(user) || <UserRound size={22} />}
        </span>
        <div className="min-w-0">
          <p dir="auto" className="truncate text-left font-semibold">
            {nameOf(user)}
          </p>
          <Badge kind="accent">{t(`role.${user.role ?? 'owner'}.name`)}</Badge>
        </div>
      </div>
      <p className="flex items-center gap-1 font-mono text-caption text-muted">
        <span title={npub}>{shortenMiddle(npub, 10, 6)}</span>
        <CopyButton value={npub} label={t('profile.copyKey')} />
      </p>
      <div className="grid min-h-9 gap-1">
        {fullness !== undefined && (
          <>
            <p className="flex justify-between text-caption text-muted">
              <span id="profile-fullness">{t('profile.fullness')}</span>
              <span className="tabular-nums">{formatPercent(Math.round(fullness * 100) / 100)}</span>
            </p>
            <progress
              aria-labelledby="profile-fullness"
              value={fullness}
              className="h-1.5 w-full appearance-none forced-color-adjust-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
            />
          </>
        )}
      </div>
    </section>
  )
}
