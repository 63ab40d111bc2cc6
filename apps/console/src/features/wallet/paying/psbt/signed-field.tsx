import { useTexts } from '../../../../i18n/texts.ts'
import { FileButton } from '../../../../ui/buttons/file-button.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { ScanButton } from '../../air-gap/scan-button.tsx'
import { readSignedFile } from './signed-file.ts'

interface SignedFieldProps {
  /** A PSBT in base64, or the finished transaction in hex. */
  readonly value: string
  readonly onValueChange: (psbt: string) => void
}

export function SignedField({ value, onValueChange }: SignedFieldProps) {
  const { t } = useTexts()
  const take = async (file: File) => onValueChange(readSignedFile(new Uint8Array(await file.arrayBuffer())))
  return (
    <div className="grid gap-2">
      <TextArea
        label={t('wallet.psbt.signed')}
        description={t('wallet.psbt.signedHint')}
        value={value}
        onValueChange={text => onValueChange(text.trim())}
        rows={4}
      />
      <div className="flex flex-wrap gap-2">
        <FileButton
          size="small"
          accept=".psbt,.txn,.txt,.hex,text/plain"
          onFile={file => void take(file)}
          className="w-fit"
        >
          {t('wallet.psbt.file')}
        </FileButton>
        <ScanButton sought="signed" onFound={onValueChange} />
      </div>
    </div>
  )
}
