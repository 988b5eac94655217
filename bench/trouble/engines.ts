import { mkdirSync } from "node:fs";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { startFlakyProxy } from "../../test/flaky-proxy.ts";
import { startPostgresPair } from "../../test/postgres-pair.ts";
import { startRedisServer } from "../../test/redis-server.ts";
import { startRelay } from "./relay.ts";
import { SmallDisk } from "./small-disk.ts";
import { startTlsFront } from "./tls-front.ts";

/** Room for both databases after an hour of calls; what is not used takes no room on the machine. */
const DATABASE_DISK_MEGABYTES = 6_000;

/** Everything that holds state: a pair of databases behind a relay, S3 behind a proxy that can fail, Redis. */
export async function startEngines(root: string) {
  const disk = SmallDisk.make(path.join(root, "database-disk"), DATABASE_DISK_MEGABYTES);
  const pair = await startPostgresPair(disk?.folder);
  const redis = await startRedisServer();
  if (!pair || !redis) throw new Error("PostgreSQL and Redis are needed");
  const directory = path.join(root, "s3");
  mkdirSync(directory);
  const s3 = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "florin", configs: [] }],
  });
  const { port } = await s3.run();
  const store = await startFlakyProxy(`http://127.0.0.1:${port}`);
  const front = await startTlsFront(store.url, path.join(root, "certificates"));
  const [writes, reads] = [await startRelay(pair.primaryUrl), await startRelay(pair.standbyUrl)];
  return {
    /** That of both databases; null where a small disk cannot be mounted. */
    disk,
    pair,
    redis,
    store,
    /** HTTPS in front of S3; null where no certificates can be made. */
    front,
    /** The way to the primary. */
    writes,
    /** Where the nodes find the primary and the standby, whichever they are. */
    point() {
      writes.point(pair.primaryUrl);
      reads.point(pair.standbyUrl);
    },
    pointReads: () => reads.point(pair.standbyUrl),
    env: {
      DATABASE_URL: `postgres://florin@127.0.0.1:${writes.port}/postgres`,
      DATABASE_READ_URL: `postgres://florin@127.0.0.1:${reads.port}/postgres`,
      REDIS_URL: redis.url,
      FLORIN_S3_BUCKET: "florin",
      FLORIN_S3_ENDPOINT: front?.url ?? store.url,
      ...(front ? { NODE_EXTRA_CA_CERTS: front.authorityFile } : {}),
      FLORIN_S3_ACCESS_KEY_ID: "S3RVER",
      FLORIN_S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async stop() {
      writes.close();
      reads.close();
      await redis.stop();
      front?.close();
      await store.close();
      await s3.close();
      await pair.stop();
      disk?.remove();
    },
  };
}

export type Engines = Awaited<ReturnType<typeof startEngines>>;
