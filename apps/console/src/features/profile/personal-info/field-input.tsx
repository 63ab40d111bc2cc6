import type { ReactNode } from 'react'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { calendarDay } from '../../../ui/text/format.ts'
import { countryChoices, languageChoices } from './choices.ts'
import type { ProfileField } from './profile-fields.ts'

interface FieldInputProps {
  readonly field: ProfileField
  readonly value: string
  /** In English, from the contract. */
  readonly error: string | undefined
  readonly onValueChange: (value: string) => void
  readonly note?: ReactNode
}

/** Autofill and phone keyboards (HTML, autofill). */
const inputs: Partial<Record<ProfileField, { type?: string; autoComplete: string; mono?: true }>> = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  userName: { autoComplete: 'nickname' },
  imgUrl: { type: 'url', autoComplete: 'photo', mono: true },
  birthday: { type: 'date', autoComplete: 'bday' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  website: { type: 'url', autoComplete: 'url', mono: true },
  address1: { autoComplete: 'address-line1' },
  zipcode: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
}

const earliestBirthday = '1900-01-01'

export function FieldInput({ field, value, error, onValueChange, note }: FieldInputProps) {
  const { t } = useTexts()
  const label = t(`profile.info.field.${field}`)
  const choices = useChoices(field, value)
  const message = error && translateMessage(error)
  if (choices) return <Select {...{ label, value, onValueChange, choices }} error={message} />
  const { mono, ...input } = inputs[field] ?? { autoComplete: 'off' }
  const isBirthday = field === 'birthday'
  return (
    <div className="grid content-start gap-1.5">
      <TextField
        {...{ label, value, onValueChange, mono }}
        {...input}
        {...(isBirthday && { min: earliestBirthday, max: calendarDay(new Date()) })}
        error={message}
        description={field === 'imgUrl' ? t('profile.info.imgUrlHint') : undefined}
      />
      {note}
    </div>
  )
}

function useChoices(field: ProfileField, value: string) {
  const { t, language } = useTexts()
  const none = t('profile.info.notSaid')
  if (field === 'country') return countryChoices(language, none)
  if (field === 'lang') return languageChoices(language, none, value)
  if (field !== 'sex') return undefined
  return [
    { value: '', label: none },
    { value: 'female', label: t('profile.info.sex.female') },
    { value: 'male', label: t('profile.info.sex.male') },
    { value: 'other', label: t('profile.info.sex.other') },
  ]
}
