/** Three pulsing dots while a button waits for an answer. */
export function Spinner() {
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-1">
      <span className="size-1.5 animate-skeleton rounded-full bg-current" />
      <span className="size-1.5 animate-skeleton rounded-full bg-current [animation-delay:200ms]" />
      <span className="size-1.5 animate-skeleton rounded-full bg-current [animation-delay:400ms]" />
    </span>
  )
}
