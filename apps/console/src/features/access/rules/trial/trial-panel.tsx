import {
  type TrialInput,
  type TrialResult,
  type TrialStatus,
  trialEventsMax,
  tryAccess,
} from '@hornets/contract/admin/refusals/trial'
import { FlaskConical } from 'lucide-react'
import { useRefusal } from '../../../../api/session/use-may.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { Person } from '../../../../person/person.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Card } from '../../../../ui/content/card.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import { Badge } from '../../../../ui/states/badge.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { useTrial } from './use-trial.ts'

const shown = 6
const named = ['paying', 'member', 'allowed', 'trusted'] as const

/** What an unsaved change would have refused. */
export function TrialPanel({ change }: { readonly change: TrialInput }) {
  // What was found says nothing of another change.
  return <Trial key={JSON.stringify(change)} change={change} />
}

function Trial({ change }: { readonly change: TrialInput }) {
  const { t } = useTexts()
  const refusal = useRefusal(tryAccess)
  const { state, start, cancel } = useTrial(change)
  if (refusal) return null
  return (
    <Card
      title={t('access.trial.title')}
      description={t('access.trial.text', { count: trialEventsMax })}
      aside={
        state.is === 'running' ? (
          <Button onClick={cancel}>{t('ui.cancel')}</Button>
        ) : (
          <Button icon={FlaskConical} onClick={() => void start()}>
            {t('access.trial.start')}
          </Button>
        )
      }
    >
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        {state.is === 'running' && (
          <div className="mt-3 grid gap-1">
            <progress
              aria-label={t('access.trial.title')}
              value={state.done}
              max={Math.max(1, state.of)}
              className="h-1.5 w-full accent-accent"
            />
            <p className="text-caption text-muted">{t('access.trial.progress', { done: state.done, of: state.of })}</p>
          </div>
        )}
        {state.is === 'failed' && <Alert kind="error" title={state.message} className="mt-3" />}
        {state.is === 'done' && <Found result={state.result} />}
      </div>
    </Card>
  )
}

function Found({ result }: { readonly result: TrialResult }) {
  const { t } = useTexts()
  const { refused, statuses, stored, by_author, by_kind, examples, locked_out, is_all, looked_at } = result
  const ofThem = named.flatMap(status =>
    statuses[status] ? [t(`access.trial.of.${status}`, { count: statuses[status] })] : [],
  )
  return (
    <div ref={node => node?.scrollIntoView({ block: 'nearest' })} className="mt-3 grid gap-3 text-small">
      <p className="font-semibold">
        {t('access.trial.week', { count: refused.events })} {t('access.trial.byPeople', { count: refused.authors })}
        {ofThem.length > 0 && ` ${t('access.trial.ofThem', { list: ofThem.join(', ') })}`}
      </p>
      <p>
        {t('access.trial.stored', { count: stored.events })}{' '}
        {is_all ? '' : t('access.trial.newest', { count: looked_at })}
      </p>
      {locked_out.count > 0 && (
        <Alert kind="warning" title={t('access.trial.lockedOut', { count: locked_out.count })}>
          <Keys keys={locked_out.pubkeys.slice(0, shown).map(pubkey => ({ pubkey }))} />
        </Alert>
      )}
      {by_author.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="min-w-0">
            <p className="text-muted">{t('access.trial.people')}</p>
            <Keys keys={by_author.slice(0, shown)} />
          </div>
          <div className="min-w-0">
            <p className="text-muted">{t('access.trial.kinds')}</p>
            <ul>
              {by_kind.slice(0, shown).map(({ kind, events }) => (
                <li key={kind} className="flex justify-between gap-2">
                  <span>{t('access.rules.ofKinds', { kinds: kind })}</span>
                  <span className="tabular-nums">{formatNumber(events)}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {examples.length > 0 && (
        <div className="min-w-0">
          <p className="text-muted">{t('access.trial.examples')}</p>
          <ul className="grid gap-0.5">
            {examples.slice(0, 3).map(id => (
              <li key={id}>
                <code className="break-all font-mono text-caption">{id}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

interface Key {
  readonly pubkey: string
  readonly events?: number
  readonly standing?: TrialStatus
}

function Keys({ keys }: { readonly keys: readonly Key[] }) {
  const { t } = useTexts()
  return (
    <ul>
      {keys.map(({ pubkey, events, standing }) => (
        <li key={pubkey} className="flex items-center justify-between gap-2">
          <Person size="tiny" pubkey={pubkey} />
          <span className="flex items-center gap-2">
            {standing && standing !== 'stranger' && <Badge kind="warn">{t(`access.trial.statuses.${standing}`)}</Badge>}
            {events !== undefined && <span className="tabular-nums">{formatNumber(events)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
