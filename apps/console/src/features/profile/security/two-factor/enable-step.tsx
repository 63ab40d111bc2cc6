import { beginTwoFactor, enableTwoFactor } from '@hornets/contract/admin/accounts/account'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/calls/api.ts'
import { failureText } from '../../../../api/calls/failure-text.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { QrCode } from '../../../../ui/content/qr-code.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../../ui/states/skeleton.tsx'
import { CodeForm } from './code-form.tsx'

/** A secret for the authenticator app, as a picture and as text, and its first code. */
export function EnableStep({ onEnabled }: { readonly onEnabled: (recoveryCodes: readonly string[]) => void }) {
  const { t } = useTexts()
  // Never cached: reopening creates another secret, but it never changes while shown, when it may be scanned already.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['two_factor_secret'],
    queryFn: () => api.call(beginTwoFactor),
    gcTime: 0,
    staleTime: 'static',
    retry: false,
  })
  if (error) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-center gap-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:justify-items-start">
        {data ? (
          <div className="w-44">
            <QrCode text={data.uri} label={t('profile.twoFactor.qr')} />
          </div>
        ) : (
          <Skeleton className="size-44" />
        )}
        <div className="grid content-center gap-2 text-small">
          <p>{t('profile.twoFactor.scan')}</p>
          <p className="text-muted">{t('profile.twoFactor.orType')}</p>
          {data && (
            <p className="flex items-center gap-1">
              <code className="wrap-anywhere font-mono text-caption">{data.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton value={data.secret} label={t('profile.twoFactor.copySecret')} />
            </p>
          )}
        </div>
      </div>
      {data && (
        <CodeForm
          submit={t('profile.twoFactor.enable')}
          onSubmit={async code => {
            const { recoveryCodes } = await api.call(enableTwoFactor, { body: { code } })
            onEnabled(recoveryCodes)
          }}
        />
      )}
    </div>
  )
}
