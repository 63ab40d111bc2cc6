import { ArrowLeft } from 'lucide-react'

export function BackButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mt-1 -ml-1 flex min-h-6 w-fit items-center gap-1.5 rounded-sm px-1 text-muted text-small hover:text-text"
    >
      <ArrowLeft size={18} />
      {label}
    </button>
  )
}
