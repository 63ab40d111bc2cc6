import { type MailPreferences, saveMailPreferences } from '@hornets/contract/admin/accounts/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { profileQueries } from '../profile-queries.ts'
import { QueryCard } from '../query-card.tsx'

const savingKey = ['save_mail_preferences']

const mails = ['newSignIn', 'accountChange'] as const

export function AccountMailsCard() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const query = useQuery(profileQueries.mail)
  const isLast = () => queryClient.isMutating({ mutationKey: savingKey }) === 1
  // One after another, so that the last choice arrives last.
  const save = useMutation({
    mutationKey: savingKey,
    scope: { id: 'mail-preferences' },
    mutationFn: (body: MailPreferences) => api.call(saveMailPreferences, { body }),
    onMutate: async preferences => {
      await queryClient.cancelQueries({ queryKey: profileQueries.mail.queryKey })
      const before = queryClient.getQueryData(profileQueries.mail.queryKey)
      if (before) queryClient.setQueryData(profileQueries.mail.queryKey, { ...before, preferences })
      return before
    },
    onSuccess: answer => {
      if (isLast()) queryClient.setQueryData(profileQueries.mail.queryKey, answer)
    },
    onError: (error, _preferences, before) => {
      toast.error(failureText(error))
      if (!isLast()) return
      queryClient.setQueryData(profileQueries.mail.queryKey, before)
      void queryClient.invalidateQueries({ queryKey: profileQueries.mail.queryKey })
    },
  })
  return (
    <QueryCard title={t('profile.mail.title')} description={t('profile.mail.description')} query={query}>
      {({ preferences, deliverable }) => (
        <div className="grid gap-4">
          {deliverable !== 'yes' && (
            <Alert kind="warning" title={t(`profile.mail.${deliverable}.title`)}>
              {t(`profile.mail.${deliverable}.text`)}{' '}
              {(deliverable === 'no_address' || deliverable === 'address_unverified') && (
                <Link to="/profile/personal-info" className="font-semibold text-accent-text underline">
                  {t('profile.page.personalInfo')}
                </Link>
              )}
            </Alert>
          )}
          {mails.map(name => (
            <Switch
              key={name}
              label={t(`profile.mail.kind.${name}.title`)}
              description={t(`profile.mail.kind.${name}.text`)}
              checked={preferences[name]}
              onCheckedChange={on => save.mutate({ ...preferences, [name]: on })}
            />
          ))}
        </div>
      )}
    </QueryCard>
  )
}
