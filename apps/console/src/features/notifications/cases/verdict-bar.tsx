import { type CaseDetails, type Verdict, verdicts } from '@hornets/contract/admin/notifications/cases'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { type CaseAction, keyOfAction } from './case-keys.ts'

interface VerdictBarProps {
  readonly details: CaseDetails | undefined
  /** Cases that a verdict decides. */
  readonly count: number
  /** Whether all cases of the list are decided together; undefined where that is not offered. */
  readonly ofAll: { readonly isOn: boolean; readonly count: number } | undefined
  readonly isMine: boolean
  readonly onAct: (action: CaseAction) => void
}

export function VerdictBar({ details, count, ofAll, isMine, onAct }: VerdictBarProps) {
  const { t } = useTexts()
  const one = details?.case
  const isHeldByAnother = one?.held_by != null && !isMine
  const isOff = (verdict: Verdict) => {
    if (!one?.is_open || isHeldByAnother) return true
    if (verdict === 'delete') return one.event_id === '' && one.file_hash === ''
    if (verdict === 'warn') return !details?.can_warn
    return verdict === 'delete_and_block' && one.pubkey === ''
  }
  return (
    <div className="grid gap-2">
      {one && !one.is_open && <p className="text-small">{t('notifications.cases.isDecided')}</p>}
      {isHeldByAnother && (
        <p className="flex flex-wrap items-center gap-x-1 text-small text-warn">
          <span>{t('notifications.cases.heldBy')}</span>
          {one.held_by && <Person pubkey={one.held_by} named={one.held_by_name} size="tiny" />}
        </p>
      )}
      {ofAll && (
        <Checkbox
          checked={ofAll.isOn}
          onCheckedChange={() => onAct('all')}
          label={t('notifications.cases.forAll', { count: ofAll.count, key: keyOfAction('all').toUpperCase() })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {verdicts.map(verdict => (
          <KeyButton
            key={verdict}
            action={verdict}
            variant={verdict.startsWith('delete') ? 'danger' : 'secondary'}
            disabled={isOff(verdict) || (verdict === 'escalate' && one?.is_escalated === true)}
            count={count}
            onAct={onAct}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <KeyButton action="skip" variant="ghost" onAct={onAct} />
        <KeyButton action="previous" variant="ghost" onAct={onAct} />
        <KeyButton action="undo" variant="ghost" onAct={onAct} />
        <KeyButton
          action="hold"
          variant="ghost"
          label={isMine ? t('notifications.cases.action.release') : undefined}
          disabled={!one || isHeldByAnother}
          onAct={onAct}
        />
      </div>
    </div>
  )
}

interface KeyButtonProps {
  readonly action: CaseAction
  readonly variant: 'secondary' | 'danger' | 'ghost'
  readonly label?: string | undefined
  readonly count?: number
  readonly disabled?: boolean
  readonly onAct: (action: CaseAction) => void
}

function KeyButton({ action, variant, label, count = 1, disabled = false, onAct }: KeyButtonProps) {
  const { t } = useTexts()
  const text = label ?? t(`notifications.cases.action.${action}`)
  return (
    <Button
      size="small"
      variant={variant}
      disabled={disabled}
      aria-keyshortcuts={keyOfAction(action)}
      onClick={() => onAct(action)}
    >
      <span>{count > 1 ? t('notifications.cases.actionOf', { action: text, count }) : text}</span>
      <kbd className="rounded-sm border border-current px-1 font-sans text-caption opacity-75 pointer-coarse:hidden">
        {keyOfAction(action).toUpperCase()}
      </kbd>
    </Button>
  )
}
