import { Button, Menu } from '@mantine/core'
import { Braces, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import classes from './PlaceholderField.module.css'

interface PlaceholderFieldProps {
  /** What stands in their place, by name. */
  meanings: Readonly<Record<string, string>>
  /** Placeholders that a text cannot be saved without. */
  required?: readonly string[]
  /** It stands at the right of the label of the text, and takes no row of its own where there is room. */
  isOnLabel?: boolean
  onInsert: (name: string) => void
}

/** The placeholders of a text with their meanings, in a menu; a press puts one where the cursor stands. */
export const PlaceholderField = ({ meanings, required = [], isOnLabel = false, onInsert }: PlaceholderFieldProps) => {
  // After an insert the cursor stands in the text; a menu that was only closed gives the focus back to its button.
  const [returnsFocus, setReturnsFocus] = useState(true)
  const insert = (name: string) => {
    setReturnsFocus(false)
    onInsert(name)
  }
  return (
    <div className={`sh-screen-only ${isOnLabel ? classes.onLabel : ''}`}>
      <Menu position="bottom-end" returnFocus={returnsFocus} onOpen={() => setReturnsFocus(true)}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Braces size={16} aria-hidden />}
            rightSection={<ChevronDown size={16} aria-hidden />}
          >
            Platzhalter einfügen
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw="min(26rem, calc(100vw - 2rem))" mah={400} style={{ overflowY: 'auto' }}>
          {Object.entries(meanings).map(([name, meaning]) => (
            <Menu.Item key={name} onClick={() => insert(name)}>
              {`{${name}}`}
              <span className="sh-quiet sh-small sh-block">
                {required.includes(name) ? `${meaning}, muss vorkommen` : meaning}
              </span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
