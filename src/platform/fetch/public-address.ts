import { BlockList, isIP } from "node:net";

const CLOSED_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Inside the public range, but leading to IPv4 addresses, to documentation or nowhere. */
const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const closed = makeList([...CLOSED_IPV4, ...CLOSED_IPV6]);
const publicIpv6 = makeList(["2000::/3"]);

/** Whether an address is on the public internet: not this machine, not its network, nothing reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  // IPv4 mapped to IPv6 is outside this range, and so is everything local.
  if (family === 6) return publicIpv6.check(address, "ipv6") && !closed.check(address, "ipv6");
  return false;
}

/** Names of this machine or its network, whatever a resolver says. */
const LOCAL_NAME = /^localhost$|\.(?:localhost|local|internal)$/i;

/** What the written address alone shows; the rest is decided on connection. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return isIP(host) === 0 ? !LOCAL_NAME.test(host) : isPublicAddress(host);
}

const loopback = makeList(["127.0.0.0/8", "::1/128"]);

export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? "ipv4" : "ipv6");
}

function makeList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
