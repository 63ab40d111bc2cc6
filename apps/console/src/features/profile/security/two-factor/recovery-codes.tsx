import { Download, Printer } from 'lucide-react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { saveFile } from '../../../../ui/buttons/save-file.ts'
import { useUnsavedGuard } from '../../../../ui/drafts/use-unsaved-guard.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly kept: boolean
  readonly onKeptChange: (kept: boolean) => void
  readonly onDone: () => void
}

/** Shown once. Continues when they are saved. */
export function RecoveryCodes({ codes, kept, onKeptChange, onDone }: RecoveryCodesProps) {
  const { t } = useTexts()
  useUnsavedGuard(!kept, { text: t('profile.twoFactor.codes.notKept') })
  const text = `${codes.join('\n')}\n`
  return (
    <div className="grid gap-4">
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" icon={Download} onClick={() => saveFile('recovery-codes.txt', text, 'text/plain')}>
          {t('profile.twoFactor.codes.download')}
        </Button>
        <Button size="small" icon={Printer} onClick={() => window.print()}>
          {t('profile.twoFactor.codes.print')}
        </Button>
        <CopyButton value={text} label={t('profile.twoFactor.codes.copy')} />
      </div>
      <Checkbox label={t('profile.twoFactor.codes.kept')} checked={kept} onCheckedChange={onKeptChange} />
      <Button variant="primary" disabled={!kept} onClick={onDone} className="justify-self-end max-sm:w-full">
        {t('profile.twoFactor.codes.done')}
      </Button>
    </div>
  )
}
