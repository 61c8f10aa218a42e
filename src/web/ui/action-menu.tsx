import { useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'

interface ActionMenuProps {
  readonly title: string
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
  /** Classes of the button. */
  readonly className?: string
}

/** A button with three dots that opens a list of actions. */
export function ActionMenu({ title, actions, className = '' }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      title={title}
      hideTitle
      className="p-2!"
      trigger={<IconButton icon="more" label={title} className={className} />}
    >
      <div className="grid">
        {actions.map(({ label, run }) => (
          <Button
            key={label}
            variant="ghost"
            className="justify-start! rounded-md! px-3! text-start font-semibold!"
            onClick={() => {
              setOpen(false)
              run()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </Popover>
  )
}
