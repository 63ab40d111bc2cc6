import {
  newKeyHoursMax,
  ruleExceptMax,
  ruleNoteChars,
  ruleTimesMax,
  ruleWhat,
  ruleWho,
} from '@hornets/contract/admin/refusals/own-rules'
import { type FormEvent, useId, useState } from 'react'
import { npubOf, readPubkey } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useClosing } from '../invitations/use-closing.ts'
import { kindsText, readKinds } from './kinds-text.ts'
import { type DraftRule, sent } from './rule-draft.ts'
import { TrialPanel } from './trial/trial-panel.tsx'

interface RuleDialogProps {
  readonly start: DraftRule
  readonly onClose: () => void
  /** All rules as they would be with this one. */
  readonly changed: (rule: DraftRule) => readonly DraftRule[]
  /** Resolves with whether it was saved. */
  readonly onSave: (rule: DraftRule) => Promise<boolean>
}

export function RuleDialog({ start, changed, onClose, onSave }: RuleDialogProps) {
  const { t } = useTexts()
  const formId = useId()
  const [{ except: _, ...rule }, setRule] = useState(start)
  const [kinds, setKinds] = useState(() => kindsText(start.kinds))
  const { isBusy, act } = useClosing(onClose)
  const [except, setExcept] = useState(() => (start.except ?? []).map(npubOf).join('\n'))
  const read = readKinds(kinds)
  const keys = readKeys(except)
  const set = (next: Partial<DraftRule>) => setRule(known => ({ ...known, ...next }))
  const isWhole = [rule.times, rule.new_hours, rule.above_kb].every(number => Number.isInteger(number) && number >= 1)
  const isGood =
    read !== undefined &&
    keys !== undefined &&
    isWhole &&
    rule.times <= ruleTimesMax &&
    rule.new_hours <= newKeyHoursMax
  const drafted = { ...rule, kinds: read ?? [], ...(keys?.length && { except: keys }) }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isGood) void act(() => onSave(drafted))
  }

  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t(start.id ? 'access.rules.editTitle' : 'access.rules.add')}
      dirty={JSON.stringify(drafted) !== JSON.stringify(start)}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy} disabled={!isGood}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <RuleFields rule={rule} onChange={set} kinds={kinds} onKinds={setKinds} areKindsGood={read !== undefined} />
        <TextArea
          label={t('access.rules.except')}
          description={t('access.rules.exceptHint')}
          error={keys ? undefined : t('access.rules.exceptWrong', { count: ruleExceptMax })}
          value={except}
          onValueChange={setExcept}
          rows={Math.min(4, except.split('\n').length)}
        />
        {isGood && <TrialPanel change={{ rules: changed(drafted).map(sent) }} />}
      </form>
    </Dialog>
  )
}

/** Undefined if one of them is invalid. */
function readKeys(text: string): string[] | undefined {
  const keys = text.split(/[\s,;]+/).filter(Boolean)
  const read = keys.flatMap(key => readPubkey(key) ?? [])
  return read.length === keys.length && read.length <= ruleExceptMax ? [...new Set(read)] : undefined
}

interface RuleFieldsProps {
  readonly rule: DraftRule
  readonly onChange: (next: Partial<DraftRule>) => void
  readonly kinds: string
  readonly onKinds: (text: string) => void
  readonly areKindsGood: boolean
}

function RuleFields({ rule, onChange, kinds, onKinds, areKindsGood }: RuleFieldsProps) {
  const { t } = useTexts()
  const number = (key: 'times' | 'new_hours' | 'above_kb', max: number) => ({
    value: rule[key] || null,
    min: 1,
    max,
    onValueChange: (value: number | null) => onChange({ [key]: value ?? 0 }),
  })

  return (
    <>
      <Select
        label={t('access.rules.action')}
        value={rule.action}
        onValueChange={action => onChange({ action })}
        choices={(['refuse', 'allow', 'limit'] as const).map(value => ({
          value,
          label: t(`access.rules.actions.${value}`),
        }))}
      />
      {rule.action === 'limit' && (
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <NumberField label={t('access.rules.times')} {...number('times', ruleTimesMax)} />
          <Select
            label={t('access.rules.per')}
            value={rule.per}
            onValueChange={per => onChange({ per })}
            choices={(['hour', 'day'] as const).map(value => ({ value, label: t(`access.rules.pers.${value}`) }))}
          />
          <Select
            label={t('access.rules.by')}
            value={rule.by}
            onValueChange={by => onChange({ by })}
            choices={(['key', 'address'] as const).map(value => ({ value, label: t(`access.rules.bys.${value}`) }))}
          />
        </div>
      )}
      <TextField
        label={t('access.rules.kinds')}
        description={t('access.rules.kindsHint')}
        error={areKindsGood ? undefined : t('access.rules.kindsWrong')}
        value={kinds}
        onValueChange={onKinds}
        autoComplete="off"
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t('access.rules.who')}
          description={t('access.rules.whoHint')}
          value={rule.who}
          onValueChange={who => onChange({ who, ...(who === 'everyone' && { others: false }) })}
          choices={ruleWho.map(value => ({ value, label: t(`access.rules.whoChoice.${value}`) }))}
        />
        {rule.who === 'new' && (
          <NumberField
            label={t('access.rules.newHours')}
            unit={t('access.rules.hours')}
            {...number('new_hours', newKeyHoursMax)}
          />
        )}
      </div>
      {rule.who !== 'everyone' && (
        <Checkbox
          checked={rule.others}
          onCheckedChange={others => onChange({ others })}
          label={t('access.rules.others')}
          description={t('access.rules.othersHint')}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t('access.rules.what')}
          description={t('access.rules.whatHint')}
          value={rule.what}
          onValueChange={what => onChange({ what })}
          choices={ruleWhat.map(value => ({ value, label: t(`access.rules.whatChoice.${value}`) }))}
        />
        {rule.what === 'larger' && (
          <NumberField
            label={t('access.rules.above')}
            unit={t('access.rules.kilobytes')}
            {...number('above_kb', 1_000_000)}
          />
        )}
      </div>
      <TextField
        label={t('access.rules.note')}
        description={t('access.dialog.reasonHint')}
        value={rule.note}
        onValueChange={note => onChange({ note })}
        maxLength={ruleNoteChars}
      />
    </>
  )
}
