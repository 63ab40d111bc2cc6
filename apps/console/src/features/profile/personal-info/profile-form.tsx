import type { User } from '@hornets/contract/admin/accounts/auth'
import clsx from 'clsx'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { DraftNote } from '../../../ui/drafts/draft-note.tsx'
import { useUnsavedGuard } from '../../../ui/drafts/use-unsaved-guard.ts'
import { FormBar } from '../../../ui/forms/form-bar.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { EmailNote } from './email-note.tsx'
import { FieldInput } from './field-input.tsx'
import { profileCards } from './profile-fields.ts'
import { useProfileForm } from './use-profile-form.ts'

const cards = ['name', 'about', 'contact', 'address', 'socials'] as const

export function ProfileForm({ user }: { readonly user: User }) {
  const { t } = useTexts()
  const form = useProfileForm(user)
  const { errors, failure, changed, saving, filling, kept } = form
  const element = useRef<HTMLFormElement>(null)
  useUnsavedGuard(changed.length > 0, { drafted: true })
  useEffect(() => {
    if (Object.values(errors).some(Boolean) && !saving)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button')?.focus()
  }, [errors, saving])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void form.save()
      }}
      className="grid gap-4"
    >
      <Card
        title={t('profile.page.personalInfo')}
        description={t('profile.info.description')}
        wideAside
        aside={
          <Button size="small" icon={Sparkles} loading={filling} onClick={() => void form.fill()}>
            {t('profile.info.fill')}
          </Button>
        }
      />
      {kept && <DraftNote at={kept.at} onRestore={kept.restore} onDiscard={kept.forget} />}
      <div className="grid items-start gap-4 3xl:grid-cols-2">
        {cards.map(card => (
          <FieldsCard key={card} card={card} user={user} form={form} />
        ))}
      </div>
      <FormBar
        note={
          failure && (
            <Alert kind="error" title={t('profile.info.notSaved')}>
              {failure}
            </Alert>
          )
        }
        changed={changed.length > 0 ? t('settings.changed', { count: changed.length }) : undefined}
        saving={saving}
        saveLabel={t('ui.save')}
        resetLabel={t('ui.reset')}
        onReset={form.reset}
        className="rounded-md border px-4"
      />
    </form>
  )
}

interface FieldsCardProps {
  readonly card: (typeof cards)[number]
  readonly user: User
  readonly form: ReturnType<typeof useProfileForm>
}

function FieldsCard({ card, user, form: { draft, errors, changed, change } }: FieldsCardProps) {
  const { t } = useTexts()
  const fields = profileCards[card]
  return (
    <Card title={t(`profile.info.card.${card}`)}>
      <div className={clsx('mt-3 grid gap-4 sm:grid-cols-2', fields.length === 3 && 'xl:grid-cols-3')}>
        {fields.map(field => (
          <FieldInput
            key={field}
            field={field}
            value={draft[field]}
            error={errors[field]}
            onValueChange={value => change(field, value)}
            note={field === 'email' && <EmailNote user={user} changed={changed.includes('email')} />}
          />
        ))}
      </div>
    </Card>
  )
}
