import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Our own line drawings on a 24 × 24 grid, stroked in the colour of the text around them. */
const drawings = {
  heart: (
    <path d="M12 20s-7.5-4.6-9-9.2C1.9 7.3 4 4.5 7 4.5c2 0 3.8 1.1 5 3 1.2-1.9 3-3 5-3 3 0 5.1 2.8 4 6.3C19.5 15.4 12 20 12 20Z" />
  ),
  'heart-filled': (
    <path
      fill="currentColor"
      d="M12 20s-7.5-4.6-9-9.2C1.9 7.3 4 4.5 7 4.5c2 0 3.8 1.1 5 3 1.2-1.9 3-3 5-3 3 0 5.1 2.8 4 6.3C19.5 15.4 12 20 12 20Z"
    />
  ),
  bell: (
    <>
      <path d="M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10Z" />
      <path d="M10 20a2.2 2.2 0 0 0 4 0" />
    </>
  ),
  'sign-out': (
    <>
      <path d="M14 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h7" />
      <path d="M10 12h10.5m-3.5-3.5 3.5 3.5-3.5 3.5" />
    </>
  ),
  device: (
    <>
      <rect x="6.5" y="3.5" width="11" height="17" rx="2.5" />
      <path d="M10.5 17.5h3" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5 5" />
    </>
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v1.5m0 15V21M3 12h1.5m15 0H21M5.6 5.6l1.1 1.1m10.6 10.6 1.1 1.1m0-12.8-1.1 1.1M6.7 17.3l-1.1 1.1" />
    </>
  ),
  moon: <path d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  pencil: (
    <>
      <path d="m5 15.5-1 4.5 4.5-1L19 8.5a2.1 2.1 0 0 0-3-3Z" />
      <path d="m14 7.5 3 3" />
    </>
  ),
  trash: (
    <path d="M4.5 7h15M9.5 7V5.5c0-.8.7-1.5 1.5-1.5h2c.8 0 1.5.7 1.5 1.5V7M6.5 7l.8 11a2 2 0 0 0 2 2h5.4a2 2 0 0 0 2-2l.8-11M10.3 11v5m3.4-5v5" />
  ),
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2.5" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="3" />
      <path d="M4 10h16M8.5 3.5v4m7-4v4" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.2" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4" />,
  'arrow-left': <path d="M20 12H4.5m6-6.5L4 12l6.5 6.5" />,
  'chevron-down': <path d="m6.5 9.5 5.5 5.5 5.5-5.5" />,
  'chevron-up': <path d="m6.5 14.5 5.5-5.5 5.5 5.5" />,
  picture: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
      <path d="m4 16.500 4.500-4.500 3.500 3.500 2.500-2.500 5.500 5" />
      <circle cx="15.500" cy="9.300" r="1.300" />
    </>
  ),
  camera: (
    <>
      <path d="M8.500 6.500 9.800 4.500h4.400l1.300 2H18a2.500 2.500 0 0 1 2.500 2.500v7.500A2.500 2.500 0 0 1 18 19H6a2.500 2.500 0 0 1-2.500-2.500V9A2.500 2.500 0 0 1 6 6.500Z" />
      <circle cx="12" cy="12.500" r="3.300" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  share: (
    <path d="M12 14.5V3.5m-3.5 3.3L12 3.5l3.5 3.3M7.5 10.5H6.5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2h-1" />
  ),
  download: (
    <path d="M12 4v11.5m-4.5-4L12 16l4.5-4.5M5 16.5V18a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-1.5" />
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  'eye-off': (
    <path d="M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.3 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1M10 10a2.8 2.8 0 0 0 4 4" />
  ),
  smile: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M8.5 14a4.3 4.3 0 0 0 7 0M9 9.5v.2m6-.2v.2" />
    </>
  ),
  reply: (
    <path d="M6.5 5h11A2.5 2.5 0 0 1 20 7.5v6a2.5 2.5 0 0 1-2.5 2.5H12l-4.5 4v-4h-1A2.5 2.5 0 0 1 4 13.5v-6A2.5 2.5 0 0 1 6.5 5Z" />
  ),
  more: <path d="M5.5 12v.01m6.5-.01v.01m6.5-.01v.01" strokeWidth="2.8" />,
  send: <path d="M20.5 3.5 10 14m10.5-10.5L14 20.5 10 14l-6.5-4Z" />,
  undo: <path d="M9 5.5 4.5 10 9 14.5M4.5 10H14a5.5 5.5 0 0 1 0 11h-2" />,
  'cloud-off': (
    <path d="M4 4l16 16M8 7.2A6 6 0 0 1 17.6 10a4.2 4.2 0 0 1 2.6 6.8M15.5 18.2H7.2a4.2 4.2 0 0 1-.8-8.3" />
  ),
  quote: (
    <path
      fill="currentColor"
      stroke="none"
      d="M10.4 5.600C6.300 6.800 4 9.700 4 13.600c0 2.900 1.500 4.800 3.800 4.800 2 0 3.400-1.500 3.400-3.400 0-1.900-1.300-3.200-3.100-3.200-.5 0-.9.1-1.200.2.5-2 1.900-3.500 4.300-4.600Zm9 0C15.300 6.800 13 9.700 13 13.600c0 2.900 1.500 4.800 3.800 4.800 2 0 3.400-1.500 3.400-3.400 0-1.900-1.300-3.200-3.100-3.200-.5 0-.9.1-1.200.2.5-2 1.900-3.500 4.300-4.600Z"
    />
  ),
  book: (
    <path d="M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2Zm0 0V20" />
  ),
  idea: (
    <path d="M9.2 17.5h5.6M10 20.5h4M9.5 14.8c-.2-1.300-1-2.100-1.800-3a6 6 0 1 1 8.600 0c-.8.9-1.600 1.700-1.800 3Z" />
  ),
  speaker: (
    <path d="M4.5 9.500v5H8l4.500 4v-13L8 9.500Zm11.500-.5a4 4 0 0 1 0 6m2.500-8.500a7.500 7.500 0 0 1 0 11" />
  ),
  quiz: (
    <>
      <path d="M9 9.3a3 3 0 1 1 4.3 2.7c-.9.4-1.3 1-1.3 2M12 17v.01" />
      <circle cx="12" cy="12" r="8.5" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

export interface IconProps {
  readonly name: IconName
  /** Sizes by class, 24 px (`size-6`) by default. */
  readonly className?: string
}

/** A decorative drawing; the control around it has the name. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('icon shrink-0', className)}
    >
      {drawings[name]}
    </svg>
  )
}
