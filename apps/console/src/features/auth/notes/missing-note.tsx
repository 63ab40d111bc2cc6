import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'

/** No extension found: explains extensions and other signers, and offers the other way. */
export function MissingNote({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts()
  return (
    <>
      <p className="font-semibold">{t('authLater.missing.title')}</p>
      <p className="mt-0.5 text-muted">{t('authLater.missing.help')}</p>
      {!isSecureContext && <p className="mt-1 font-semibold">{t('authLater.missing.http')}</p>}
      <ul className="mt-2 grid list-disc gap-1 pl-4 text-muted marker:text-faint">
        <li>{t('authLater.missing.desktop')}</li>
        <li>{t('authLater.missing.mobile')}</li>
        <li>{t('authLater.missing.bunker')}</li>
      </ul>
      <p className="mt-2">{children}</p>
    </>
  )
}
