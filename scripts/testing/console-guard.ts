interface ErrorPrinter {
  error: (...args: unknown[]) => void
}

/** Watches a console for unexpected errors. A test that expects one replaces `console.error` and checks it. */
export function guardConsole(watched: ErrorPrinter): { begin: () => void; end: () => void } {
  const original = watched.error
  let unexpected: string[] = []
  return {
    begin: () => {
      unexpected = []
      watched.error = (...args) => {
        unexpected.push(args.map(String).join(' '))
        original.apply(watched, args)
      }
    },
    end: () => {
      watched.error = original
      if (unexpected.length > 0) throw new Error(`console.error was called unexpectedly:\n${unexpected.join('\n')}`)
    },
  }
}
