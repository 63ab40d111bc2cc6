import { useState } from 'react'
import { keepAddresses, readAddresses } from '../../../api/server/addresses.ts'
import { checkAddress } from '../../../api/server/check-address.ts'
import { clearSession } from '../../../api/session/session.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'

/** How an address starts, in every language. */
const addressHint = 'https://…'

/** Which server the console is for: the one of this page, or others by their addresses. */
export function ServerPanel() {
  const { t } = useTexts()
  const [{ admin, wallet }, set] = useState(readAddresses)
  const [errors, setErrors] = useState<{ readonly admin?: string; readonly wallet?: string }>({})

  const use = (given: { readonly admin: string; readonly wallet: string }) => {
    // A token belongs to the address at which it was given.
    clearSession()
    keepAddresses(given)
    location.reload()
  }
  const submit = () => {
    const found = { admin: checkAddress(admin), wallet: wallet.trim() === '' ? '' : checkAddress(wallet) }
    const wrong = t('authLater.server.wrong')
    setErrors({ ...(found.admin === null && { admin: wrong }), ...(found.wallet === null && { wallet: wrong }) })
    if (found.admin !== null && found.wallet !== null) use({ admin: found.admin, wallet: found.wallet })
  }
  const field = { size: 'large', mono: true, autoCapitalize: 'off', spellCheck: false, inputMode: 'url' } as const
  return (
    <form
      noValidate
      aria-label={t('authLater.server.title')}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      className="grid gap-3 rounded-md border border-line bg-sunken px-3 py-2.5 text-small"
    >
      <p className="text-muted">{t('authLater.server.lead')}</p>
      <TextField
        {...field}
        label={t('authLater.server.admin')}
        placeholder={addressHint}
        value={admin}
        onValueChange={next => set({ admin: next, wallet })}
        error={errors.admin}
      />
      <TextField
        {...field}
        label={t('authLater.server.wallet')}
        description={t('authLater.server.walletHint')}
        placeholder={addressHint}
        value={wallet}
        onValueChange={next => set({ admin, wallet: next })}
        error={errors.wallet}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          {t('authLater.server.use')}
        </Button>
        {readAddresses().admin !== '' && (
          <Button onClick={() => use({ admin: '', wallet: '' })}>{t('authLater.server.own')}</Button>
        )}
      </div>
    </form>
  )
}
