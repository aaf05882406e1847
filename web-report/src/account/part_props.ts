// What each part of the account's page is told: who is signed in, and whether that is a host.
export interface PartProps {
  user: string;
  isHost: boolean;
}
