import { Download, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveFile } from '../../../ui/buttons/save-file.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { AnimatedCode } from './animated-code.tsx'

/** A PSBT's ways to its signer: copy, file, code. @param psbt base64 */
export function PsbtOut({ psbt }: { readonly psbt: string }) {
  const { t } = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-center gap-2 rounded-md bg-sunken px-3 py-1.5">
        <span className="min-w-0 flex-1 truncate font-mono text-caption">{psbt}</span>
        <CopyId value={psbt} label={t('wallet.psbt.copy')} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={Download} onClick={() => savePsbt(psbt)}>
          {t('wallet.psbt.save')}
        </Button>
        <Button size="small" icon={QrIcon} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'wallet.psbt.hideCode' : 'wallet.psbt.showCode')}
        </Button>
      </div>
      {isShown && <AnimatedCode psbt={psbt} />}
    </div>
  )
}

/** As a binary file, which signers read (BIP 174). */
function savePsbt(base64: string): void {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  saveFile('payment.psbt', bytes, 'application/octet-stream')
}
