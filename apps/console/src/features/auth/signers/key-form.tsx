import type { ReactNode } from 'react'
import { focusInvalid } from '../fields/focus-invalid.ts'
import { ExtensionNote, type ExtensionNoteProps } from './extension-note.tsx'

interface KeyFormProps extends ExtensionNoteProps {
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

/** A form for users with a key: the key's state first, then the other fields. */
export function KeyForm({ extension, error, onSubmit, children }: KeyFormProps) {
  const npub = extension.state.pubkey
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const form = event.currentTarget
        void onSubmit().then(() => focusInvalid(form))
      }}
      className="grid gap-4"
    >
      <input type="hidden" name="npub" value={npub} />
      {/* For password managers, which save the pair. */}
      <input
        readOnly
        tabIndex={-1}
        aria-hidden
        name="username"
        autoComplete="username"
        value={npub}
        className="sr-only"
      />
      <ExtensionNote extension={extension} error={npub ? undefined : error} />
      {children}
    </form>
  )
}
