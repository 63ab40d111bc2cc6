import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { walletQueries } from '../service/queries.ts'
import { BackUpDialog } from './back-up-dialog.tsx'

/** On every page, until somebody has checked that the words of the wallet created here are written down. */
export function WordsBanner() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  // Live news and the wallet's own page refresh it.
  const { data } = useQuery({ ...walletQueries.health, refetchInterval: false })
  return (
    <>
      {data?.words_unchecked && (
        <div
          role="status"
          className="flex items-start gap-3 border-warn border-b bg-warn-soft px-3.5 py-2 text-small md:px-6"
        >
          <KeyRound size={16} className="mt-px shrink-0 text-warn" />
          <p className="min-w-0">
            {t('wallet.words.unchecked')}{' '}
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="-my-1 min-h-6 px-1 font-semibold text-accent-text hover:underline"
            >
              {t('wallet.words.checkNow')}
            </button>
          </p>
        </div>
      )}
      <BackUpDialog open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
