import type { BodyInputOf } from '@hornets/contract/endpoint'
import type { setUp } from '@hornets/contract/wallet/set-up'
import { type FormEvent, useId, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { readAccountFile } from '../air-gap/account-file.ts'
import { ScanButton } from '../air-gap/scan-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { GapLimitField, isGapLimit, usualGapLimit } from './gap-limit-field.tsx'
import { originErrorOf } from './origin-error.ts'

export type SetUpRequest = BodyInputOf<typeof setUp>

export interface SetUpFormProps {
  readonly error: unknown
  readonly isBusy: boolean
  /** Something was typed. */
  readonly onEntered: () => void
  readonly onBack: () => void
  readonly onSubmit: (request: SetUpRequest) => void
}

/** For wallets whose keys are elsewhere. */
export function WatchForm({ error, isBusy, onEntered, onBack, onSubmit }: SetUpFormProps) {
  const { t } = useTexts()
  const formId = useId()
  const [descriptor, setDescriptor] = useState('')
  const [gapLimit, setGapLimit] = useState<number | null>(usualGapLimit)
  const [isTried, setTried] = useState(false)
  const originError = originErrorOf(descriptor)
  const take = (text: string) => {
    setDescriptor(text)
    onEntered()
  }
  const open = async (file: File) => take(readAccountFile(await file.text()))
  function go(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (descriptor.trim() && isGapLimit(gapLimit))
      onSubmit({ mode: 'watch', descriptor: descriptor.trim(), gap_limit: gapLimit })
  }
  return (
    <Step
      title={t('wallet.setUp.watch.title')}
      actions={
        <>
          <Button onClick={onBack} disabled={isBusy}>
            {t('wallet.back')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy} disabled={!descriptor.trim()}>
            {t('wallet.setUp.watch.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} onInput={onEntered} className="grid gap-4">
        {Boolean(error) && <Failure error={error} />}
        <TextArea
          label={t('wallet.setUp.descriptor')}
          description={t('wallet.setUp.descriptorHint')}
          value={descriptor}
          onValueChange={setDescriptor}
          rows={4}
        />
        <div className="flex flex-wrap gap-2">
          <FileButton size="small" accept=".txt,.json,.descriptor,text/plain" onFile={file => void open(file)}>
            {t('wallet.psbt.file')}
          </FileButton>
          <ScanButton sought="account" onFound={take} />
        </div>
        {originError && <Alert kind="warning">{t(`wallet.setUp.originError.${originError}`)}</Alert>}
        <GapLimitField value={gapLimit} onValueChange={setGapLimit} isTried={isTried} />
      </form>
    </Step>
  )
}
