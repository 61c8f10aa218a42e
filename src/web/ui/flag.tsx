import { classNames } from './class-names.ts'

export interface FlagProps {
  readonly country: 'de' | 'hr'
  /** The words of assistive technology; without them the flag is decoration. */
  readonly label?: string
  readonly className?: string
}

/** A drawn flag, because Windows shows letters where others show a flag emoji. */
export function Flag({ country, label, className }: FlagProps) {
  return (
    <svg
      viewBox="0 0 24 16"
      className={classNames('h-4 w-6 shrink-0 rounded-[3px] ring-1 ring-line', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {stripes[country].map((colour, index) => (
        <path key={colour} fill={colour} d={bands[index]} />
      ))}
      {country === 'hr' && <CroatianArms />}
    </svg>
  )
}

const bands = ['M0 0h24v5.4H0z', 'M0 5.3h24v5.4H0z', 'M0 10.6h24V16H0z']
const stripes = {
  de: ['#1a1a1a', '#d8232a', '#f6c927'],
  hr: ['#e0322c', '#fff', '#1f3f9a'],
} as const

function CroatianArms() {
  return (
    <>
      <path fill="#fff" d="M8.7 4h6.6v5.2a3.3 3.3 0 0 1-6.6 0z" />
      <path
        fill="#e0322c"
        d="M8.7 4h1.65v1.65H8.7zm3.3 0h1.65v1.65H12zm-1.65 1.65H12V7.3h-1.65zm3.3 0h1.65V7.3h-1.65zM8.7 7.3h1.65v1.65H8.7zm3.3 0h1.65v1.65H12zm-1.65 1.65H12v1.65h-1.65zm3.3 0h1.55l-.5 1.65h-1.05zM12 10.6h1.3L12 12.5z"
      />
    </>
  )
}
