import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { QrCode } from '../../../ui/content/qr-code.tsx'

/** The address for the signer: where this page waits, with a secret to recognise the signer. */
export function BunkerOffer({ uri }: { readonly uri: string }) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(uri).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="grid justify-items-center gap-2">
      <QrCode text={uri} label={t('authLater.bunker.code')} />
      <code className="line-clamp-2 w-full select-all break-all rounded-md border border-line bg-surface px-2 py-1.5 font-mono text-caption">
        {uri}
      </code>
      <div className="flex flex-wrap items-center justify-center gap-x-4">
        <button type="button" onClick={() => void copy()} className={textLink}>
          <span aria-live="polite">{copied ? t('authLater.bunker.copied') : t('authLater.bunker.copy')}</span>
        </button>
        <a href={uri} className={textLink}>
          {t('authLater.bunker.open')}
        </a>
      </div>
    </div>
  )
}
