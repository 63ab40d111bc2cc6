import { type FormEvent, useId, useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FileButton } from '../../../../ui/buttons/file-button.tsx'
import { Segmented } from '../../../../ui/forms/segmented.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import { formatBytes } from '../../../../ui/text/format.ts'
import { Step } from '../../parts/step.tsx'
import { type AmountUnit, amountUnits } from './amount-cell.ts'

/** Far more than one transaction can pay. */
const fileBytesMax = 2 ** 20

interface ListStepProps {
  readonly text: string
  readonly unit: AmountUnit
  /** Whether dollars can be converted. */
  readonly hasRate: boolean
  readonly onChange: (text: string, unit: AmountUnit) => void
  readonly onBack: () => void
  readonly onContinue: () => void
}

export function ListStep({ text, unit, hasRate, onChange, onBack, onContinue }: ListStepProps) {
  const { t } = useTexts()
  const formId = useId()
  const [error, setError] = useState<'tooLarge' | 'unreadable'>()

  function go(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() !== '') onContinue()
  }
  async function take(file: File): Promise<void> {
    if (file.size > fileBytesMax) return setError('tooLarge')
    setError(undefined)
    try {
      onChange(await file.text(), unit)
    } catch {
      setError('unreadable')
    }
  }

  return (
    <Step
      title={t('wallet.many.listTitle')}
      actions={
        <>
          <Button onClick={onBack}>{t('wallet.back')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={text.trim() === ''}>
            {t('wallet.send.continue')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} className="grid gap-4">
        <TextArea
          label={t('wallet.many.list')}
          description={t('wallet.many.listHint')}
          rows={7}
          placeholder={t('wallet.many.example')}
          value={text}
          onValueChange={next => onChange(next, unit)}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <FileButton size="small" accept=".csv,.tsv,.txt,text/csv,text/plain" onFile={file => void take(file)}>
            {t('wallet.many.file')}
          </FileButton>
          <span className="ml-auto flex flex-wrap items-center gap-2 text-small">
            {t('wallet.many.unit')}
            <Segmented
              label={t('wallet.many.unit')}
              value={unit}
              onValueChange={next => onChange(text, next)}
              choices={amountUnits.map(value => ({ value, label: t(`wallet.many.units.${value}`) }))}
            />
          </span>
        </div>
        {error && <Alert kind="error">{t(`wallet.many.${error}`, { limit: formatBytes(fileBytesMax) })}</Alert>}
        {unit === 'usd' && !hasRate && <Alert kind="warning">{t('wallet.send.usdUnknown')}</Alert>}
      </form>
    </Step>
  )
}
