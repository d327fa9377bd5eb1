import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { PARENTS_ADDRESS, paths } from '#web/paths.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { searchEverything } from './frame-dialogs.ts'

/** Leads to the search over everything, with what was typed. */
const SearchForm = () => {
  const [text, setText] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    searchEverything(text.trim())
  }
  return (
    <form onSubmit={search} data-question="">
      <Group mt="lg" gap="sm" align="end">
        <TextInput
          flex={1}
          miw={200}
          type="search"
          label="Wonach suchen Sie?"
          placeholder="Name, Klasse, Seite …"
          leftSection={<Search size={20} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="md" aria-haspopup="dialog">
          Suchen
        </Button>
      </Group>
    </form>
  )
}

/** Most who come here without a session are parents. */
const VisitorLinks = () => (
  <Group mt="lg" gap="lg">
    <Button renderRoot={(props) => <Link {...props} to={paths.home} />}>Zur Startseite</Button>
    <a href={PARENTS_ADDRESS}>Kind krankmelden</a>
    <Link to={paths.login}>Zum Login</Link>
  </Group>
)

const StaffLinks = () => (
  <>
    <SearchForm />
    <Group mt="lg" gap="lg">
      <Link to={paths.home}>Zur Startseite</Link>
      <Link to={paths.help}>Hilfe</Link>
    </Group>
  </>
)

/** Spec §2: for any unknown path, and for a record that does not exist for this person. */
export const NotFoundPage = () => {
  const isSignedIn = useSignedIn() !== undefined
  return (
    <Box maw={600} {...(!isSignedIn && { mx: 'auto' })}>
      <PageTitle>Seite nicht gefunden</PageTitle>
      <Text>Diese Adresse gibt es nicht, oder Sie dürfen sie nicht öffnen.</Text>
      {isSignedIn ? <StaffLinks /> : <VisitorLinks />}
    </Box>
  )
}
