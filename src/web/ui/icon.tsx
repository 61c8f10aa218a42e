import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`

/** A rectangle with round corners. */
function box(x: number, y: number, width: number, height: number, r: number): string {
  const [across, down] = [width - 2 * r, height - 2 * r]
  const corner = (right: number, lower: number) => `a${r} ${r} 0 0 1 ${right * r} ${lower * r}`
  const [top, right] = [`h${across}${corner(1, 1)}`, `v${down}${corner(-1, 1)}`]
  return `M${x + r} ${y}${top}${right}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}Z`
}

const heart =
  'M12 20s-7.5-4.6-9-9.2C1.9 7.3 4 4.5 7 4.5c2 0 3.8 1.1 5 3 1.2-1.9 3-3 5-3 3 0 5.1 2.8 4 6.3C19.5 15.4 12 20 12 20Z'

/** Our own line drawings on a 24 × 24 grid, stroked in the colour of the text around them: a path, or what is more. */
const drawings = {
  heart,
  'heart-filled': <path fill="currentColor" d={heart} />,
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM10 20a2.2 2.2 0 0 0 4 0',
  'sign-out':
    'M14 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h7M10 12h10.5m-3.5-3.5 3.5 3.5-3.5 3.5',
  device: `${box(6.5, 3.5, 11, 17, 2.5)}M10.5 17.5h3`,
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 7h16M7 12h10M10 17h4',
  search: `${circle(10.5, 10.5, 6)}M15 15l5 5`,
  sun: `${circle(12, 12, 4)}M12 3v1.5m0 15V21M3 12h1.5m15 0H21M5.6 5.6l1.1 1.1m10.6 10.6 1.1 1.1m0-12.8-1.1 1.1M6.7 17.3l-1.1 1.1`,
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  pencil: 'm5 15.5-1 4.5 4.5-1L19 8.5a2.1 2.1 0 0 0-3-3ZM14 7.5l3 3',
  trash:
    'M4.5 7h15M9.5 7V5.5c0-.8.7-1.5 1.5-1.5h2c.8 0 1.5.7 1.5 1.5V7M6.5 7l.8 11a2 2 0 0 0 2 2h5.4a2 2 0 0 0 2-2l.8-11M10.3 11v5m3.4-5v5',
  lock: `${box(5, 11, 14, 9, 2.5)}M8 11V8a4 4 0 0 1 8 0v3`,
  calendar: `${box(4, 5.5, 16, 14.5, 3)}M4 10h16M8.5 3.5v4m7-4v4`,
  clock: `${circle(12, 12, 8.2)}M12 7.5V12l3 2`,
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4',
  'arrow-left': 'M20 12H4.5m6-6.5L4 12l6.5 6.5',
  'chevron-down': 'm6.5 9.5 5.5 5.5 5.5-5.5',
  'chevron-up': 'm6.5 14.5 5.5-5.5 5.5 5.5',
  picture: `${box(3.5, 5, 17, 14, 2.5)}M4 16.5l4.5-4.5 3.5 3.5 2.5-2.5 5.5 5${circle(15.5, 9.3, 1.3)}`,
  camera: `M8.5 6.5 9.8 4.5h4.4l1.3 2H18a2.5 2.5 0 0 1 2.5 2.5v7.5A2.5 2.5 0 0 1 18 19H6a2.5 2.5 0 0 1-2.5-2.5V9A2.5 2.5 0 0 1 6 6.5Z${circle(12, 12.5, 3.3)}`,
  close: 'm6 6 12 12M18 6 6 18',
  download: 'M12 4v11.5m-4.5-4L12 16l4.5-4.5M5 16.5V18a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-1.5',
  eye: `M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z${circle(12, 12, 2.8)}`,
  'eye-off':
    'M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.3 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1M10 10a2.8 2.8 0 0 0 4 4',
  smile: `${circle(12, 12, 8.5)}M8.5 14a4.3 4.3 0 0 0 7 0M9 9.5v.2m6-.2v.2`,
  reply:
    'M6.5 5h11A2.5 2.5 0 0 1 20 7.5v6a2.5 2.5 0 0 1-2.5 2.5H12l-4.5 4v-4h-1A2.5 2.5 0 0 1 4 13.5v-6A2.5 2.5 0 0 1 6.5 5Z',
  more: <path d="M5.5 12v.01m6.5-.01v.01m6.5-.01v.01" strokeWidth="2.8" />,
  send: 'M20.5 3.5 10 14m10.5-10.5L14 20.5 10 14l-6.5-4Z',
  undo: 'M9 5.5 4.5 10 9 14.5M4.5 10H14a5.5 5.5 0 0 1 0 11h-2',
  'cloud-off':
    'M4 4l16 16M8 7.2A6 6 0 0 1 17.6 10a4.2 4.2 0 0 1 2.6 6.8M15.5 18.2H7.2a4.2 4.2 0 0 1-.8-8.3',
  quote: (
    <path
      fill="currentColor"
      stroke="none"
      d="M10.4 5.600C6.300 6.800 4 9.700 4 13.600c0 2.900 1.500 4.800 3.800 4.800 2 0 3.400-1.500 3.400-3.400 0-1.900-1.300-3.200-3.100-3.200-.5 0-.9.1-1.200.2.5-2 1.900-3.500 4.300-4.600Zm9 0C15.300 6.800 13 9.700 13 13.600c0 2.900 1.500 4.800 3.800 4.800 2 0 3.400-1.500 3.400-3.400 0-1.900-1.300-3.200-3.100-3.200-.5 0-.9.1-1.200.2.5-2 1.900-3.500 4.300-4.600Z"
    />
  ),
  book: 'M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2Zm0 0V20',
  idea: 'M9.2 17.5h5.6M10 20.5h4M9.5 14.8c-.2-1.3-1-2.1-1.8-3a6 6 0 1 1 8.6 0c-.8.9-1.6 1.7-1.8 3Z',
  speaker: 'M4.5 9.5v5H8l4.5 4v-13L8 9.5Zm11.5-.5a4 4 0 0 1 0 6m2.5-8.5a7.5 7.5 0 0 1 0 11',
  quiz: `M9 9.3a3 3 0 1 1 4.3 2.7c-.9.4-1.3 1-1.3 2M12 17v.01${circle(12, 12, 8.5)}`,
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

export interface IconProps {
  readonly name: IconName
  /** Sizes by class, 24 px (`size-6`) by default. */
  readonly className?: string
}

/** A decorative drawing; the control around it has the name. */
export function Icon({ name, className }: IconProps) {
  const drawing: ReactNode = drawings[name]
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
      {typeof drawing === 'string' ? <path d={drawing} /> : drawing}
    </svg>
  )
}
