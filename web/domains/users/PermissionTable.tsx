import { Box } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { PERMISSION_LABELS, ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { userEndpoints } from '#contract/users/users.ts'
import type { Reply } from '#web/api/client.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import classes from './users.module.css'

/** What the server knows of roles and their permissions. */
export type RoleFacts = Pick<Reply<typeof userEndpoints.list>, 'roles' | 'permissions'>
type Permission = RoleFacts['permissions'][number]

/** Domain §4: these come with the role, but an account has them only where it has been given them. */
const PERSONAL = ['manage users', 'manage user', 'view pupil sensitive'] as const

const PERSONAL_NOTE = `${new Intl.ListFormat('de').format(
  PERSONAL.map((name) => `„${PERMISSION_LABELS[name]}“`),
)} sind bei der Rolle ${ROLE_LABELS.schooladmin} persönliche Rechte: Sie werden jedem Konto einzeln gegeben.`

/** What a role may do or not. */
const sentenceOf = ({ role, name, isHeld }: { role: string; name: Permission['name']; isHeld: boolean }) =>
  `${role} darf${isHeld ? '' : ' nicht'}: ${PERMISSION_LABELS[name]}`

/** Any part of the permission's own name or its German words. */
const isFound = ({ name }: Permission, search: string) =>
  searchFold(search)
    .split(' ')
    .every((word) => searchFold(`${name} ${PERMISSION_LABELS[name]}`).includes(word))

const RightText = ({ role, name, isHeld }: { role: string; name: Permission['name']; isHeld: boolean }) => (
  <>
    {isHeld ? <Check size={20} aria-hidden className={classes.held} /> : <span aria-hidden>–</span>}
    {/* The whole sentence (ux §3.11): a title is for pointers alone. */}
    <span className="sh-visually-hidden">{sentenceOf({ role, name, isHeld })}</span>
  </>
)

const Matrix = ({ facts, shown }: { facts: RoleFacts; shown: readonly Permission[] }) => (
  // The keyboard scrolls it, too (WCAG 2.1.1).
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
  <section className={classes.scroll} tabIndex={0} aria-label="Rechte und Rollen">
    <PlainTable
      isBare
      caption="Übersicht: Rechte - Rollen"
      rows={shown}
      columns={[
        {
          title: 'Recht',
          isName: true,
          cell: ({ name }) => (
            <>
              <span className="sh-block">{PERMISSION_LABELS[name]}</span>
              <span className={`sh-quiet sh-block ${classes.small}`}>{name}</span>
            </>
          ),
        },
        ...(Object.entries(facts.roles) as [Role, string][]).map(([role, title]) => {
          const rightOf = ({ name, roles }: Permission) => ({ role: title, name, isHeld: roles.includes(role) })
          return {
            title: title || ROLE_LABELS[role],
            cell: (permission: Permission) => <RightText {...rightOf(permission)} />,
            cellProps: (permission: Permission) => ({ title: sentenceOf(rightOf(permission)) }),
          }
        }),
      ]}
    />
  </section>
)

/** Spec §2: which role holds which permission, all rows. */
export const PermissionTable = ({ facts }: { facts: RoleFacts }) => {
  const [search, setSearch] = useState('')
  const shown = facts.permissions.filter((permission) => isFound(permission, search))
  return (
    <>
      <Box maw={420} mb="sm" className="sh-screen-only">
        <SearchField label="Rechte suchen" value={search} onSearch={setSearch} />
      </Box>
      {shown.length > 0 ? <Matrix facts={facts} shown={shown} /> : <p>{`Keine Treffer für „${search}“.`}</p>}
      <p className="sh-quiet sh-measure sh-flush sh-above-3">{PERSONAL_NOTE}</p>
    </>
  )
}
