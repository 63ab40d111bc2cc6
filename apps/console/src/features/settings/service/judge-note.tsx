import type { BuiltInJudgeState } from '@hornets/contract/admin/settings/services'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'

/** Describes the built-in judge, with the progress of its installation. */
export function JudgeNote({ judge }: { readonly judge: BuiltInJudgeState | undefined }) {
  const { t } = useTexts()
  return (
    <Alert kind={judge?.state === 'failed' ? 'warning' : 'info'} title={t('settings.judge.title')}>
      {judge && judge.state !== 'off' && (
        <p role="status" className="font-semibold">
          {t(`settings.judge.state.${judge.state}`, placesOf(judge))}
        </p>
      )}
      {judge?.error && <p>{translateMessage(judge.error)}</p>}
      <p>{t('settings.judge.text')}</p>
    </Alert>
  )
}

const placesOf = ({ done = 0, total = 0 }: BuiltInJudgeState) => ({ done, total })
