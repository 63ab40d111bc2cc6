import { FileUp } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { readSignedFile } from './signed-file.ts'

interface SignedFieldProps {
  /** A PSBT in base64, or the finished transaction in hex. */
  readonly value: string
  readonly onValueChange: (psbt: string) => void
}

/** The signed transaction, pasted or as the file of a signer. */
export function SignedField({ value, onValueChange }: SignedFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) onValueChange(readSignedFile(new Uint8Array(await file.arrayBuffer())))
  }
  return (
    <div className="grid gap-2">
      <TextArea
        label={t('wallet.psbt.signed')}
        description={t('wallet.psbt.signedHint')}
        value={value}
        onValueChange={text => onValueChange(text.trim())}
        rows={4}
      />
      <Button size="small" icon={FileUp} className="w-fit" onClick={() => input.current?.click()}>
        {t('wallet.psbt.file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".psbt,.txn,.txt,.hex,text/plain"
        onChange={event => void take(event)}
        className="hidden"
        aria-hidden
        tabIndex={-1}
      />
    </div>
  )
}
