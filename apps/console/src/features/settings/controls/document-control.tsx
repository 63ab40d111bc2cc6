import { messages } from '@hornets/contract'
import { type Field, policyCharacters } from '@hornets/contract/admin/settings'
import { useState } from 'react'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { TextArea, type TextAreaProps } from '../../../ui/forms/text-area.tsx'

interface DocumentControlProps extends TextAreaProps {
  readonly schema: Field['schema']
}

/** A text that is written here or taken from a file. */
export function DocumentControl({ schema, ...props }: DocumentControlProps) {
  const { t } = useTexts()
  const { error, onValueChange } = props
  const [refused, setRefused] = useState<string>()
  const change = (text: string) => {
    setRefused(undefined)
    onValueChange(text)
  }
  async function take(file: File): Promise<void> {
    const text = await textOf(file)
    const fault = text === undefined ? faultOf(file) : schema.safeParse(text).error?.issues[0]?.message
    if (fault === undefined && text !== undefined) change(text)
    else setRefused(fault)
  }
  return (
    <>
      <TextArea
        {...props}
        onValueChange={change}
        error={refused === undefined ? error : translateMessage(refused)}
        rows={4}
      />
      <FileButton
        accept="text/plain,text/markdown,.txt,.md"
        size="small"
        className="w-fit"
        onFile={file => void take(file)}
      >
        {t('settings.document.upload')}
      </FileButton>
    </>
  )
}

/** A character has at most four bytes. */
const isTooLarge = ({ size }: File) => size > 4 * policyCharacters
const faultOf = (file: File) => (isTooLarge(file) ? messages.policyTooLong : messages.policyNotText)

/** Undefined if it is too large to read, or no text. */
async function textOf(file: File): Promise<string | undefined> {
  if (isTooLarge(file)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()).replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}
